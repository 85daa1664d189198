import { checksOf } from '../doctor/checks.ts'
import { type Finding, runCheck } from '../doctor/finding.ts'
import type { Products } from '../start/open-products.ts'

export interface CheckResult {
  name: string
  findings: readonly Finding[]
}

/** Reads whole files, and holds others up meanwhile. */
const slowOnSqlite = 'database'

const running = new WeakMap<Products, Promise<CheckResult[]>>()

/** The checks of `switchboard doctor` from inside the server. Who asks meanwhile gets the same results. */
export function checkServer(products: Products): Promise<CheckResult[]> {
  let run = running.get(products)
  if (!run) {
    run = runAll(products).finally(() => running.delete(products))
    running.set(products, run)
  }
  return run
}

function runAll({ config, chat, telephony }: Products): Promise<CheckResult[]> {
  const { secrets, mailer } = chat
  const databases = { chat: chat.database, telephony: telephony.database }
  const checks = checksOf({ config, databases, secrets, mailer }).filter(
    ({ name }) => name !== slowOnSqlite || chat.database.engine === 'postgres',
  )
  return Promise.all(checks.map(async (check) => ({ name: check.name, findings: await runCheck(check) })))
}
