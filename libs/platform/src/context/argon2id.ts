/** OWASP's minimum for argon2id, about 26 ms and 19 MiB per hash (docs/product/accounts.md#storage-of-passwords). */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
