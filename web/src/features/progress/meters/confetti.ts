/** The length of a toast (docs/product/progress.md#celebration). */
const durationMs = 5_000;
const interval = 350;

/** Shows confetti over the whole page for five seconds, unless the user prefers reduced motion. */
export async function throwConfetti(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { create } = (await import('canvas-confetti')).default;
  const canvas = document.createElement('canvas');
  canvas.className = 'lf-confetti';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  // Its worker would load from a blob: address, which the content security policy forbids.
  const fire = create(canvas, { resize: true, useWorker: false });
  const shoot = () => {
    const origin = { x: Math.random(), y: Math.random() * 0.4 };
    void fire({ particleCount: 24, startVelocity: 32, spread: 360, ticks: 60, origin });
  };
  shoot();
  const timer = setInterval(shoot, interval);
  setTimeout(() => {
    clearInterval(timer);
    fire.reset();
    canvas.remove();
  }, durationMs);
}
