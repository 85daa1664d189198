import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Attribute, Change, Client } from 'ldapts'
import { findProgram } from '../debian-packages.js'
import { freePort } from './free-port.ts'
import { smscCertificate } from './smsc-certificate.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const LDAP_BASE = 'dc=example,dc=com'
export const LDAP_ADMINISTRATOR = `cn=admin,${LDAP_BASE}`
export const LDAP_PASSWORD = 'the directory secret'

export interface RunningSlapd {
  /** without encryption, and with StartTLS */
  url: string
  tlsUrl: string
  /** signs itself, for 127.0.0.1 */
  ca: string
  /** The password is the uid with "-secret". */
  addPerson(uid: string, fields?: Record<string, string>): Promise<string>
  addGroup(name: string, members: readonly string[]): Promise<void>
  addPosixGroup(name: string, logins: readonly string[]): Promise<void>
  change(dn: string, attribute: string, values: readonly string[]): Promise<void>
  remove(dn: string): Promise<void>
  /** Ends it; `start` begins it again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes the directory. */
  end(): Promise<void>
}

const schemas = ['core', 'cosine', 'inetorgperson', 'nis']

/** Debian's OpenLDAP on free ports of 127.0.0.1, with an empty directory. It gives at most 500 entries at once. */
export async function startSlapd(): Promise<RunningSlapd> {
  const folder = mkdtempSync(join(temporaryFolder(), 'switchboard-slapd-'))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const [url, tlsUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${tlsPort}`]
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'cert.pem'), smscCertificate.cert)
  writeFileSync(join(folder, 'key.pem'), smscCertificate.key, { mode: 0o600 })
  const config = join(folder, 'slapd.conf')
  writeFileSync(
    config,
    [
      ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
      `pidfile ${folder}/slapd.pid`,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `TLSCertificateFile ${folder}/cert.pem`,
      `TLSCertificateKeyFile ${folder}/key.pem`,
      `TLSCACertificateFile ${folder}/cert.pem`,
      'sizelimit size=500',
      'allow bind_anon_cred bind_anon_dn',
      'database mdb',
      `suffix "${LDAP_BASE}"`,
      `rootdn "${LDAP_ADMINISTRATOR}"`,
      `rootpw "${LDAP_PASSWORD}"`,
      `directory ${folder}/data`,
      'access to attrs=userPassword by anonymous auth by * none',
      'access to * by * read',
      '',
    ].join('\n'),
  )
  const seed = [
    `dn: ${LDAP_BASE}\nobjectClass: domain\ndc: example`,
    `dn: ou=people,${LDAP_BASE}\nobjectClass: organizationalUnit\nou: people`,
    `dn: ou=groups,${LDAP_BASE}\nobjectClass: organizationalUnit\nou: groups`,
  ].join('\n\n')
  const added = spawnSync(findProgram('slapadd')!, ['-f', config], { input: `${seed}\n` })
  if (added.status !== 0) throw new Error(String(added.stderr))
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    server = spawn(findProgram('slapd')!, ['-d', '0', '-f', config, '-h', `${url} ${tlsUrl}`], {
      stdio: 'ignore',
    })
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const isThere = await asAdministrator(url, async () => true).catch(() => false)
      if (isThere) return
      await new Promise((next) => setTimeout(next, 50))
    }
    throw new Error('slapd did not start')
  }
  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((done) => server!.once('exit', done))
    server.kill('SIGKILL')
    await ended
  }
  await start()
  const person = (uid: string) => `uid=${uid},ou=people,${LDAP_BASE}`
  return {
    url,
    tlsUrl,
    ca: smscCertificate.cert,
    start,
    stop,
    async end() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
    async addPerson(uid, fields = {}) {
      await asAdministrator(url, (client) =>
        client.add(person(uid), {
          objectClass: 'inetOrgPerson',
          uid,
          cn: `${uid} of LDAP`,
          sn: 'LDAP',
          mail: `${uid}@example.com`,
          userPassword: `${uid}-secret`,
          ...fields,
        }),
      )
      return person(uid)
    },
    addGroup: (name, members) =>
      asAdministrator(url, (client) =>
        client.add(`cn=${name},ou=groups,${LDAP_BASE}`, {
          objectClass: 'groupOfNames',
          cn: name,
          member: [...members],
        }),
      ),
    addPosixGroup: (name, logins) =>
      asAdministrator(url, (client) =>
        client.add(`cn=${name},ou=groups,${LDAP_BASE}`, {
          objectClass: 'posixGroup',
          cn: name,
          gidNumber: '5000',
          memberUid: [...logins],
        }),
      ),
    change: (dn, attribute, values) =>
      asAdministrator(url, (client) =>
        client.modify(
          dn,
          new Change({
            operation: 'replace',
            modification: new Attribute({ type: attribute, values: [...values] }),
          }),
        ),
      ),
    remove: (dn) => asAdministrator(url, (client) => client.del(dn)),
  }
}

async function asAdministrator<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ url, timeout: 5000, connectTimeout: 2000 })
  try {
    await client.bind(LDAP_ADMINISTRATOR, LDAP_PASSWORD)
    return await work(client)
  } finally {
    await client.unbind().catch(() => {})
  }
}
