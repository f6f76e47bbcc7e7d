/** Specification section 9: five seconds in the reading that goes with its toasts. */
const lasts = 5_000;
const interval = 350;

/** Rains for five seconds over the whole page, never where motion is to be reduced. */
export async function throwConfetti(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { create } = (await import('canvas-confetti')).default;
  const canvas = document.createElement('canvas');
  canvas.className = 'lf-confetti';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  // Its worker would be a blob:, which the content security policy forbids.
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
  }, lasts);
}
