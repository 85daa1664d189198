import { resolveMx } from 'node:dns/promises'
import { connect } from 'node:net'
import type { Config } from '../../config/config.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { instancesTable } from '../../telephony/company/instances/instances-table.ts'
import { openSecrets } from '../../telephony/phones/extension-data/extension-secrets.ts'
import { extensionsTable } from '../../telephony/phones/extensions/extension.ts'
import { createAri } from '../../telephony/phones/pbx/asterisk/ari/ari.ts'
import { trunksTable } from '../../telephony/phones/trunks/trunks-table.ts'
import type { AsteriskSettings } from '../../telephony/telephony-config.ts'
import { readSmppAddress } from '../../telephony/texting/carriers/smpp/smpp-options.ts'
import { companyCarriersTable } from '../../telephony/texting/company-carriers/company-carriers-table.ts'
import type { Databases } from './check-data.ts'
import { type Check, type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'
import { queryRegistration } from './sip-registration.ts'

const TIMEOUT_MS = 10_000

/** Signs in at the mail server; with `mailTo`, sends a mail as well. */
export const checkMailOut = ({ smtpUrl }: Config, mailer: Mailer, mailTo: string | undefined): Check => ({
  name: 'mail out',
  async run() {
    if (smtpUrl === undefined) return [skipped('No mail server is set up.', 'Set SMTP_URL and MAIL_FROM.')]
    if (mailTo !== undefined) {
      const subject = 'A test of switchboard doctor'
      const text = 'This mail shows that Switchboard can send mail.'
      await mailer.send({ to: [mailTo], fromName: 'Switchboard', subject, text })
      return [ok(`The mail server accepted a mail to ${mailTo}.`)]
    }
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
    })
    try {
      await transport.verify()
      return [ok('The mail server accepts the sign-in. Pass --mail-to ADDRESS to send a mail.')]
    } catch (error) {
      const remedy = 'Correct SMTP_URL, or the mail server. Mails wait in the outbox until then.'
      return [problem(`The mail server does not accept mail: ${reasonOf(error)}.`, remedy)]
    } finally {
      transport.close()
    }
  },
})

export const checkMailIn = ({ streamMailPort, host, publicUrl, telephony: { faxMail } }: Config): Check => ({
  name: 'mail in',
  async run() {
    const ports = [
      ['STREAM_MAIL_PORT', streamMailPort, new URL(publicUrl).hostname],
      ['FAX_MAIL_PORT', faxMail?.port, faxMail?.domain],
    ] as const
    const findings: Finding[] = []
    for (const [setting, port, domain] of ports) {
      if (port === undefined || domain === undefined) continue
      const greeting = await readGreeting(host === '0.0.0.0' ? '127.0.0.1' : host, port).catch(reasonOf)
      if (!greeting.startsWith('220')) {
        const remedy = 'Is the server running with this setting? One of several servers opens the port.'
        findings.push(problem(`Nobody accepts mail at ${setting} ${port}: ${greeting}.`, remedy))
      }
      const records = await resolveMx(domain).catch(() => [])
      if (records.length === 0) {
        findings.push(
          warning(
            `${domain} has no MX record: mail to its addresses arrives only if ${domain} itself accepts mail.`,
            `Point the MX record of ${domain} to a relay that delivers to port ${port}.`,
          ),
        )
      }
      if (findings.length === 0) findings.push(ok(`${setting} ${port} accepts mail for ${domain}.`))
    }
    return findings
  },
})

/** The control interface of each Asterisk, and a registration as a phone of one of its extensions. */
export const checkPhones = (
  { telephony }: Config,
  { telephony: { read } }: Databases,
  secrets: Secrets,
): Check => ({
  name: 'phones',
  async run() {
    if (telephony.asterisks.length === 0) {
      return [
        skipped('No SIP server is connected: phones cannot register or call.', 'See docs/telephony.md.'),
      ]
    }
    const findings: Finding[] = []
    for (const asterisk of telephony.asterisks) {
      const name = `Asterisk ${asterisk.number}`
      const version = await readVersion(asterisk).catch((error) => reasonOf(error))
      if (typeof version === 'string') {
        const remedy =
          'Start Asterisk, and look at ASTERISK_URL and http.conf. Changes of extensions wait until then.'
        findings.push(problem(`${name} is not controlled: ${version}.`, remedy))
        continue
      }
      findings.push(await register(name, asterisk))
    }
    return findings

    async function register(name: string, { number, sipProxy }: AsteriskSettings): Promise<Finding> {
      const instances = await instancesTable.list(read, { asterisk: number })
      for (const { company_id, uuid, domain } of instances) {
        const [extension] = await extensionsTable.list(read, { company_id, instance_uuid: uuid })
        if (!extension) continue
        const { secret } = openSecrets(secrets, extension.secrets_sealed)
        const account = { number: extension.number, domain, secret }
        const status = await queryRegistration(sipProxy, account).catch(reasonOf)
        if (status === 200)
          return ok(`${name} responds, and accepts extension ${extension.number} of ${domain}.`)
        return problem(
          `${name} does not accept extension ${extension.number} of ${domain} at ${sipProxy}: ${status}.`,
          typeof status === 'string'
            ? 'Look at SIP_PROXY, the SIP port and the firewall.'
            : 'Does Asterisk read ASTERISK_DATABASE_URL? Run switchboard asterisk --write and restart Asterisk.',
        )
      }
      return warning(`${name} responds, but has no extension with which to register.`, 'Create an extension.')
    }
  },
})

async function readVersion({ url, number }: AsteriskSettings): Promise<{ version: string }> {
  const ari = createAri(url, `Asterisk ${number}`)
  try {
    const { system } = await ari.call<{ system: { version: string } }>('GET', 'asterisk/info')
    return { version: system.version }
  } finally {
    ari.close()
  }
}

/** Only the connection: many carriers accept one bind, which the server has. */
export const checkCarrier = ({ telephony: { smppUrl } }: Config): Check => ({
  name: 'text carrier',
  async run() {
    if (smppUrl === undefined) {
      return [skipped('No carrier is set up: texts reach only numbers of this server.', 'Set SMPP_URL.')]
    }
    const { host, port } = readSmppAddress(smppUrl)
    const failure = await reach(host, port).catch(reasonOf)
    return failure === undefined
      ? [ok(`The carrier accepts connections at ${host}:${port}.`)]
      : [
          problem(
            `The carrier cannot be reached at ${host}:${port}: ${failure}.`,
            'Correct SMPP_URL, or ask the carrier.',
          ),
        ]
  },
})

/** As the PBX reports them. */
export const checkTrunks = ({ telephony: { read } }: Databases): Check => ({
  name: 'trunks',
  async run() {
    const trunks = await trunksTable.list(read, { enabled: 1 })
    const failing = trunks.filter(({ state }) => failingTrunks.includes(state))
    const findings = failing.map(({ name, state }) =>
      problem(
        `The trunk ${name} is ${state}: calls through it fail.`,
        'Look at its account and address on the page Trunks of the portal, or ask the provider.',
      ),
    )
    if (findings.length > 0 || trunks.length === 0) return findings
    return [ok(`${trunks.length} trunks are in use, and none is known to fail.`)]
  },
})

const failingTrunks: readonly string[] = ['rejected', 'unregistered', 'unreachable']

/** As the server keeps them: many accept one connection only. */
export const checkCompanyCarriers = ({ telephony: { read } }: Databases): Check => ({
  name: 'carriers of companies',
  async run() {
    const carriers = await companyCarriersTable.list(read, {})
    const findings = carriers
      .filter(({ state }) => state === 'disconnected')
      .map(({ host, port, system_id: account }) =>
        problem(
          `The carrier at ${host}:${port} does not accept ${account}: the texts of its company wait.`,
          'The company sees why on the page of its carrier in the portal.',
        ),
      )
    if (findings.length > 0 || carriers.length === 0) return findings
    return [ok(`${carriers.length} carriers of companies are connected.`)]
  },
})

const reach = (host: string, port: number) => openPort(host, port, (_socket, done) => done(undefined))

const readGreeting = (host: string, port: number) =>
  openPort<string>(host, port, (socket, done) => {
    socket.once('data', (bytes) => done(bytes.toString('utf8').trim()))
  })

function openPort<T>(
  host: string,
  port: number,
  use: (socket: ReturnType<typeof connect>, done: (result: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () =>
      use(socket, (result) => {
        socket.destroy()
        resolve(result)
      }),
    )
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no response')))
    socket.once('error', reject)
  })
}
