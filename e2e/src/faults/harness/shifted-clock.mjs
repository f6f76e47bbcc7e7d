// Preloaded into one process of the built product. Shifts its wall clock by CLOCK_SHIFT_HOURS; timers are not affected.
const shiftMs = Number(process.env.CLOCK_SHIFT_HOURS) * 3_600_000;
const RightDate = Date;
const now = () => RightDate.now() + shiftMs;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  apply: () => new RightDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
