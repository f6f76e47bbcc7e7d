/** The server's last event before the page read its data; null if unknown. */
export const livePosition: { lastEventId: string | null } = { lastEventId: null };
