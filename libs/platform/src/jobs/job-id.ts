/** BullMQ rejects numbers and colons, and all names of a queue share one name space. */
export const idForBull = (name: string, id: string) => `${name}/${encodeURIComponent(id)}`;

export const idFromBull = (name: string, id: string) => decodeURIComponent(id.slice(name.length + 1));
