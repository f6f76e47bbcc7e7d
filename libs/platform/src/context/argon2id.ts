/** OWASP's minimum for argon2id, the library's own algorithm (decisions, section 3); about 26 ms and 19 MiB for each hash. */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
