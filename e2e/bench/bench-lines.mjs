/** Prints the lines of a bench: each has a bound. `end` prints the sum and ends the process with 1 if a line failed. */
export function benchLines() {
  const lines = [];
  return {
    /** Passes if `value` is at most `bound`, or with `least` at least `bound`. */
    line(name, value, bound, { least = false, note = '' } = {}) {
      const passed = least ? value >= bound : value <= bound;
      lines.push({ passed });
      const limit = `${least ? 'at least' : 'at most'} ${bound}`;
      console.log(
        `${passed ? 'pass' : 'FAIL'}  ${name.padEnd(66)} ${value.toFixed(2).padStart(9)}  ${limit.padEnd(13)} ${note}`,
      );
    },
    end() {
      const failed = lines.filter(({ passed }) => !passed);
      console.log(`\n${lines.length - failed.length} of ${lines.length} lines pass.`);
      process.exit(failed.length > 0 ? 1 : 0);
    },
  };
}

export const count = (number) => Math.round(number).toLocaleString('en-US');
