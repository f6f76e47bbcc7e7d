/** An object, so that specs can see where the browser would go. */
export const leavePage = { to: (address: string): void => window.location.assign(address) };
