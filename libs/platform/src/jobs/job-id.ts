/** BullMQ refuses ids that are numbers or hold a colon, and knows one name space a queue: hence the prefix. */
export const idForBull = (name: string, id: string) => `${name}/${encodeURIComponent(id)}`;

export const idFromBull = (name: string, id: string) => decodeURIComponent(id.slice(name.length + 1));
