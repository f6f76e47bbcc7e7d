/**
 * Prints the lines of a bench: each has a bound. `sum` prints how many pass and returns whether all do. `end` ends the
 * process then, with 1 if a line failed.
 */
export function benchLines() {
  const lines = [];
  const sum = () => {
    const failed = lines.filter(({ passed }) => !passed);
    console.log(`\n${lines.length - failed.length} of ${lines.length} lines pass.`);
    return failed.length === 0;
  };
  return {
    sum,
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
      process.exit(sum() ? 0 : 1);
    },
  };
}

export const count = (number) => Math.round(number).toLocaleString('en-US');
