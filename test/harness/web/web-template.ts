import type { Products } from '../../../src/server/start/open-products.ts'
import { seedDemo } from '../../../src/server/start/seed-demo.ts'
import { seedDemoCompanies } from '../../../src/telephony/demo/create-demo-companies.ts'
import { fillDemoCompanies } from '../../../src/telephony/demo/fill-demo-companies.ts'
import { linkDemo } from '../../../src/workspace/demo/link-demo.ts'
import { demoTemplate } from '../demo-template.ts'
import { makePlace, type Place } from '../engines.ts'
import { copyTemplate } from '../place-template.ts'

/** What a development server does at its start; what is there already stays as it is. */
export const seedWeb = (products: Products) => seed(products, false)

/** The same, with the week of conversations and calls of `--demo`. */
export const seedFullWeb = (products: Products) => seed(products, true)

async function seed({ chat, telephony, workspace }: Products, isFull: boolean): Promise<void> {
  await seedDemo(chat, { conversations: isFull })
  const companies = await seedDemoCompanies(telephony)
  if (isFull && companies) await fillDemoCompanies(telephony, companies)
  await linkDemo(workspace, { isFull })
}

/** A folder with the demo in it already, where the settings allow that. */
export async function makeWebPlace(environment: Record<string, string>): Promise<Place> {
  const template = await demoTemplate('SQLite', environment, seedWeb)
  return template ? copyTemplate(template.place) : makePlace('SQLite')
}
