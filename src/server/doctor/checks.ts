import type { Config } from '../../config/config.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import {
  checkBackup,
  checkDatabase,
  checkDisk,
  checkFiles,
  checkOutbox,
  checkReplicas,
  type Databases,
} from './check-data.ts'
import { checkDirectories, checkIdentityProviders } from './check-directories.ts'
import {
  checkCarrier,
  checkCompanyCarriers,
  checkMailIn,
  checkMailOut,
  checkPhones,
  checkTrunks,
} from './check-drivers.ts'
import { checkAddress } from './check-service.ts'
import { checkSettings } from './check-settings.ts'
import type { Check } from './finding.ts'

interface Examined {
  config: Config
  databases: Databases
  secrets: Secrets
  mailer: Mailer
  /** the address that gets a mail */
  mailTo?: string | undefined
}

/** Everything that can be examined without sending a message. */
export const checksOf = ({ config, databases, secrets, mailer, mailTo }: Examined): readonly Check[] => [
  checkSettings(config),
  checkDisk(config),
  checkDatabase(databases),
  checkReplicas(config, databases),
  checkFiles(config),
  checkBackup(config),
  checkOutbox(databases),
  checkDirectories({ config, databases, secrets }),
  checkIdentityProviders({ config, databases, secrets }),
  checkAddress(config),
  checkMailOut(config, mailer, mailTo),
  checkMailIn(config),
  checkPhones(config, databases, secrets),
  checkTrunks(databases),
  checkCarrier(config),
  checkCompanyCarriers(databases),
]
