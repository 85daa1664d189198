import { realmsTable } from '../../chat/identity/realms/realm.ts'
import { findUserByEmail } from '../../chat/identity/users/user-store.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createLogger } from '../../platform/logging/log.ts'
import { createMailer } from '../../platform/mail/create-mailer.ts'
import { loadSecrets } from '../start/load-secrets.ts'
import { type Account, checkMessages } from './check-service.ts'
import { checkStreamMail } from './check-stream-mail.ts'
import { checksOf } from './checks.ts'
import { type Finding, runCheck } from './finding.ts'

export interface DoctorOptions {
  /** the account that sends itself a message */
  as?: string | undefined
  /** the address that gets a mail */
  mailTo?: string | undefined
  /** the stream to whose address a mail is sent */
  mailStream?: string | undefined
}

/** Reports each check as it ends. Unlike other commands, it migrates nothing. */
export async function runDoctor(
  config: Config,
  { as, mailTo, mailStream }: DoctorOptions,
  report: (name: string, findings: readonly Finding[]) => void,
): Promise<void> {
  const log = createLogger('silent')
  const open = (product: string) => openDatabase<never>(product, config, log)
  const databases = { chat: await open('chat'), telephony: await open('telephony') }
  try {
    const secrets = await loadSecrets(config, Object.values(databases))
    const findAccount = async (): Promise<Account | undefined> => {
      if (as === undefined) return undefined
      const realm = await realmsTable.findBy(databases.chat.read, { host: '' })
      const user = realm && (await findUserByEmail(databases.chat.read, realm.id, as))
      if (!user) throw new ConfigError(`The organization of PUBLIC_URL has nobody with the address '${as}'.`)
      return { email: user.email, apiKey: secrets.decrypt(user.api_key_sealed) }
    }
    const account = await findAccount()
    const checks = [
      ...checksOf({ config, databases, secrets, mailer: createMailer(config, systemClock), mailTo }),
      checkMessages(config, account),
      checkStreamMail(config, { account, stream: mailStream }),
    ]
    for (const check of checks) report(check.name, await runCheck(check))
  } finally {
    for (const database of Object.values(databases)) await database.close()
  }
}
