const ofSpecs = { memoryCost: 64, timeCost: 1 };
let ofProduct: { memoryCost: number; timeCost: number } | undefined;

export async function setHashCost(as: 'in the product' | 'next to nothing'): Promise<void> {
  const { argon2id } = await import('@lead-finder/platform');
  ofProduct ??= { ...argon2id };
  Object.assign(argon2id, as === 'in the product' ? ofProduct : ofSpecs);
}
