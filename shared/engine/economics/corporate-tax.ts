/** Something that a party has bought. */
export interface Asset {
  eur: number;
  /** The year of the purchase; it is depreciated from the next. */
  bought: number;
  /** The year in which it is sold; what is not depreciated by then is a loss of that year. */
  sold?: number;
}

/** Straight-line depreciation by year of life, year 0 first, EUR. What is left at the end of life is written off. */
export function depreciation(assets: readonly Asset[], years: number, lifeYears: number): number[] {
  const rows = new Array<number>(lifeYears + 1).fill(0);
  for (const { eur, bought, sold = lifeYears } of assets) {
    const end = Math.min(sold, lifeYears);
    if (bought >= end) continue;
    let left = eur;
    for (let year = bought + 1; year < end; year++) {
      const part = Math.min(left, eur / years);
      rows[year]! += part;
      left -= part;
    }
    rows[end]! += left;
  }
  return rows;
}

/**
 * Tax on each year's profit, EUR. Losses lower the profits of later years without limit in time or amount; nothing is
 * paid back.
 */
export function taxOn(profits: readonly number[], rate: number): number[] {
  let losses = 0;
  return profits.map((profit) => {
    const used = Math.min(losses, Math.max(0, profit));
    losses += Math.max(0, -profit) - used;
    return rate * (Math.max(0, profit) - used);
  });
}
