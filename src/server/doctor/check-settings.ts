import type { Config } from '../../config/config.ts'
import { type Check, type Finding, ok, problem, warning } from './finding.ts'

const onlyHere = /^(?:localhost|127\.[\d.]+|\[::1\])$/

/** Settings that are valid one by one, but not together. */
export const checkSettings = (config: Config): Check => ({
  name: 'settings',
  async run() {
    const findings = [...ofAddresses(config), ...ofMail(config), ...ofData(config), ...ofPhones(config)]
    return findings.length > 0 ? findings : [ok('The settings fit together.')]
  },
})

function* ofAddresses({ publicUrl, host, port, trustedProxies, metricsToken, development }: Config) {
  const address = new URL(publicUrl)
  const isPublic = !onlyHere.test(address.hostname)
  if (isPublic && address.protocol === 'http:') {
    yield warning(
      `PUBLIC_URL is ${publicUrl}: passwords and messages cross the network unencrypted, and browsers offer neither notifications nor calls.`,
      'Put a TLS proxy in front of the server, and set PUBLIC_URL to https://.',
    )
  }
  const ownPort = address.port || (address.protocol === 'https:' ? '443' : '80')
  if (isPublic && ownPort !== String(port) && trustedProxies.length === 0) {
    yield problem(
      `PUBLIC_URL leads to a proxy, and TRUSTED_PROXIES is not set: everybody seems to come from the address of the proxy, and shares its limits.`,
      'Set TRUSTED_PROXIES to the addresses of the proxies, such as 127.0.0.1.',
    )
  }
  if (isPublic && onlyHere.test(host) === false && metricsToken === undefined) {
    yield warning(
      'METRICS_TOKEN is not set: only programs on this machine can read the metrics.',
      'Set METRICS_TOKEN (openssl rand -hex 32), and give it to Prometheus.',
    )
  }
  if (isPublic && development) {
    yield problem(
      'The server runs in development mode, in which anybody can get the API key of anybody.',
      'Start it with npm run serve, or with the unit in deploy/.',
    )
  }
}

function* ofMail({ smtpUrl, mailFrom, publicUrl, streamMailPort }: Config): Generator<Finding> {
  if (smtpUrl === undefined && !onlyHere.test(new URL(publicUrl).hostname)) {
    yield warning(
      'SMTP_URL is not set: no mail is sent. Inviters and administrators get links to copy instead.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  }
  if (smtpUrl !== undefined && /@localhost>?$/.test(mailFrom)) {
    yield problem(
      `MAIL_FROM is ${mailFrom}: mail servers refuse mail from localhost.`,
      'Set MAIL_FROM, such as "Switchboard <switchboard@example.com>".',
    )
  }
  if (streamMailPort !== undefined && smtpUrl === undefined) {
    yield warning(
      'STREAM_MAIL_PORT is set without SMTP_URL: mail comes in, but none goes out.',
      'Set SMTP_URL too.',
    )
  }
}

function* ofData({ databaseUrl, secretKey, replicaUrls }: Config): Generator<Finding> {
  if (databaseUrl !== undefined && secretKey === undefined) {
    yield warning(
      'DATABASE_URL is set without SECRET_KEY: the key is only in DATA_DIR, which nobody backs up with PostgreSQL.',
      'Set SECRET_KEY to the content of secret.key, and keep a copy elsewhere.',
    )
  }
  if (replicaUrls !== undefined && databaseUrl === undefined) {
    yield problem('DATABASE_REPLICA_URLS is set without DATABASE_URL.', 'Set DATABASE_URL, or remove it.')
  }
}

function* ofPhones({ publicUrl, telephony }: Config): Generator<Finding> {
  const { asterisks, sipProxy, provisioningOverHttp } = telephony
  const [sipHost = ''] = sipProxy.split(':')
  const isPublic = !onlyHere.test(new URL(publicUrl).hostname)
  if (asterisks.length > 0 && isPublic && onlyHere.test(sipHost)) {
    yield problem(
      `SIP_PROXY is ${sipProxy}: phones on other machines are told to register with themselves.`,
      'Set SIP_PROXY to the address at which phones reach Asterisk.',
    )
  }
  if (provisioningOverHttp && isPublic) {
    yield warning(
      'PROVISIONING_OVER_HTTP is set: phones fetch their passwords unencrypted.',
      'Remove it, unless the phones are in the same network.',
    )
  }
}
