// Loaded into one process of the built product before it starts: its wall clock is CLOCK_SHIFT_HOURS off. Timers go on as
// they did, as they do on a machine whose clock is wrong.
const shiftMs = Number(process.env.CLOCK_SHIFT_HOURS) * 3_600_000;
const RightDate = Date;
const now = () => RightDate.now() + shiftMs;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  apply: () => new RightDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
