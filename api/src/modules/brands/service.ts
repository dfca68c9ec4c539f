import { PRODUCTS, type ProductSlug } from "@ecotrim/contracts/billing/subscription";
import type { Brand } from "@ecotrim/contracts/brands/brand";
import { AppError } from "@ecotrim/contracts/errors";
import { contrast, READABLE } from "@ecotrim/present/contrast";
import { PALETTE } from "@ecotrim/present/palette";
import { BrandEntity } from "@ecotrim/server/db/entities/brand";
import type { Deps } from "../../deps.ts";
import { toolAccess } from "../billing/service.ts";
import { checkLogo } from "./logo.ts";

/** @throws AppError SUBSCRIPTION_REQUIRED. */
export async function requireSubscription(deps: Deps, userId: string): Promise<void> {
  for (const slug of Object.keys(PRODUCTS) as ProductSlug[])
    if ((await toolAccess(deps, userId, slug)).hasAccess) return;
  throw new AppError("SUBSCRIPTION_REQUIRED");
}

/** The user's brand, also after a subscription; null where none was kept. */
export async function readBrand({ dataSource }: Deps, userId: string): Promise<Brand | null> {
  const row = await dataSource.getRepository(BrandEntity).findOneBy({ userId });
  if (!row) return null;
  const { company, accent, text, logo } = row;
  return { company, accent, text, ...(logo && { logo: logo.toString("base64") }) };
}

/** Keeps the brand in the place of the one before. @throws AppError SUBSCRIPTION_REQUIRED, INVALID_INPUT. */
export async function keepBrand(deps: Deps, userId: string, brand: Brand): Promise<Brand> {
  await requireSubscription(deps, userId);
  if (contrast(brand.accent, PALETTE.white) < READABLE)
    throw new AppError("INVALID_INPUT", {
      field: "accent",
      message: "El color es demasiado claro: las letras blancas sobre él no se leerían. Elija uno más oscuro.",
    });
  const logo = brand.logo === undefined ? null : Buffer.from(brand.logo, "base64");
  if (logo) checkLogo(logo);
  await deps.dataSource.query(
    `INSERT INTO brands (user_id, company, accent, text, logo) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ON CONSTRAINT pk_brands DO UPDATE
        SET company = excluded.company, accent = excluded.accent, text = excluded.text, logo = excluded.logo,
            updated_at = now()
      WHERE (brands.company, brands.accent, brands.text, brands.logo)
            IS DISTINCT FROM (excluded.company, excluded.accent, excluded.text, excluded.logo)`,
    [userId, brand.company, brand.accent, brand.text, logo],
  );
  return brand;
}
