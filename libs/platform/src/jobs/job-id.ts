/**
 * BullMQ rejects ids that are numbers or contain a colon, and a queue's names share one name space, hence the prefix.
 */
export const idForBull = (name: string, id: string) => `${name}/${encodeURIComponent(id)}`;

export const idFromBull = (name: string, id: string) => decodeURIComponent(id.slice(name.length + 1));
