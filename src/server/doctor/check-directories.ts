import { randomBytes } from 'node:crypto'
import { findLdap } from '../../chat/accounts/ldap/ldap-settings.ts'
import {
  type IdentityProvidersTable,
  identityProvidersTable,
} from '../../chat/accounts/providers/identity-providers-table.ts'
import { openIdProviderOf } from '../../chat/accounts/providers/openid-flow.ts'
import { readSamlProvider, samlRequestUrl } from '../../chat/accounts/providers/saml-flow.ts'
import { type DirectoriesTable, directoriesTable } from '../../chat/identity/directories/directory-tables.ts'
import { type Realm, realmsTable } from '../../chat/identity/realms/realm.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { withLdap } from '../../platform/outgoing/ldap-client.ts'
import { OpenIdProvider } from '../../platform/outgoing/openid-provider.ts'
import { testSamlProvider } from '../../platform/outgoing/test-saml-provider.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Databases } from './check-data.ts'
import { type Check, type Finding, ok, problem, reasonOf } from './finding.ts'

const TIMEOUT_MS = 20_000

interface Examined {
  config: Config
  databases: Databases
  secrets: Secrets
}

/** Signs in at each LDAP directory, as a sync does; and what the last sync reports. */
export const checkDirectories = ({ config, databases, secrets }: Examined): Check => ({
  name: 'directories',
  async run() {
    const { read } = databases.chat
    const realms = await listOpenRealms(read)
    return examineAll(await directoriesTable.list(read, {}), realms, async (row, realm) => [
      ...ofReport(row, realm),
      ...(row.directory === 'ldap' ? [await ofConnection(realm)] : []),
    ])

    async function ofConnection({ id, name }: Realm): Promise<Finding> {
      const remedy = 'Test the settings on the page Directories of the organization.'
      try {
        const { connection } = (await findLdap({ config, secrets }, read, id))!
        await withLdap(connection, async () => {}, AbortSignal.timeout(TIMEOUT_MS))
        return ok(`The LDAP directory of ${name} at ${connection.url} accepts the sign-in of this server.`)
      } catch (error) {
        return problem(`The LDAP directory of ${name} does not work: ${reasonOf(error)}.`, remedy)
      }
    }
  },
})

function ofReport({ directory, report }: DirectoriesTable, { name }: Realm): Finding[] {
  const { problem: reason } = JSON.parse(report ?? '{}') as { problem?: string | null }
  if (!reason) return []
  return [
    problem(
      `The last sync of ${name} with ${directory} failed: ${reason}.`,
      'Changes of people wait. Look at the report on the page Directories of the organization.',
    ),
  ]
}

/** Reads what each OpenID Connect provider says about itself, and tries the certificate and the page of SAML providers. */
export const checkIdentityProviders = ({ config, databases, secrets }: Examined): Check => ({
  name: 'identity providers',
  async run() {
    const { read } = databases.chat
    const ofServer = config.openid
      ? [await ofOpenId('The provider of the server', new OpenIdProvider(config.openid, systemClock))]
      : []
    const rows = await identityProvidersTable.list(read, { is_active: 1 })
    const findings = await examineAll(rows, await listOpenRealms(read), async (row, realm) => {
      const name = `The provider ${row.label} of ${realm.name}`
      if (row.kind === 'saml') return ofSaml(config, name, row, realm)
      const platform = { config, secrets, clock: systemClock }
      return [await ofOpenId(name, openIdProviderOf(platform, row))]
    })
    return [...ofServer, ...findings]
  },
})

const PROVIDER_REMEDY = 'Nobody can sign in there. Test it on the page Signing in of the organization.'

async function ofOpenId(name: string, provider: OpenIdProvider): Promise<Finding> {
  const { issuer } = provider.settings
  try {
    const { keys } = await provider.loadKeys()
    if (keys.length > 0) return ok(`${name} (${issuer}) responds, and publishes ${keys.length} keys.`)
    return problem(`${name} (${issuer}) publishes no keys.`, PROVIDER_REMEDY)
  } catch (error) {
    return problem(`${name} (${issuer}) cannot be used: ${reasonOf(error)}.`, PROVIDER_REMEDY)
  }
}

async function ofSaml(
  config: Config,
  name: string,
  row: IdentityProvidersTable,
  realm: Realm,
): Promise<Finding[]> {
  const provider = readSamlProvider(row)
  const url = await samlRequestUrl({ config }, realm, row, `_${randomBytes(20).toString('hex')}`)
  const checks = await testSamlProvider(provider, url, config.webhooksToPrivateNetworks, systemClock.now())
  const wrong = checks.filter(({ ok: isGood }) => !isGood)
  if (wrong.length === 0) return [ok(`${name} (${provider.issuer}) responds, and its certificate is valid.`)]
  return wrong.map(({ detail }) => problem(`${name} (${provider.issuer}): ${detail}`, PROVIDER_REMEDY))
}

async function listOpenRealms(read: Databases['chat']['read']): Promise<Map<number, Realm>> {
  const realms = await realmsTable.list(read, {})
  return new Map(realms.filter(({ deactivated }) => !deactivated).map((realm) => [realm.id, realm]))
}

/** All at once: one that does not respond delays no other. */
async function examineAll<Row extends { realm_id: number }>(
  rows: readonly Row[],
  realms: ReadonlyMap<number, Realm>,
  examine: (row: Row, realm: Realm) => Promise<Finding[]>,
): Promise<Finding[]> {
  const findings = rows.map((row) => {
    const realm = realms.get(row.realm_id)
    return realm ? examine(row, realm) : []
  })
  return (await Promise.all(findings)).flat()
}
