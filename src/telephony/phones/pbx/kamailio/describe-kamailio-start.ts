import { spellForKamailio, sqlitePath } from './kamailio-database-url.ts'
import { formatSocketAddress, type KamailioParameters } from './kamailio-parameters.ts'

/** The README next to kamailio.cfg. */
export function describeKamailioStart(path: string, parameters: KamailioParameters): string {
  const usesSqlite = spellForKamailio(parameters.databaseUrl).module === 'db_sqlite.so'
  const sip = formatSocketAddress(parameters.sip)
  return `# Kamailio for Switchboard

Debian packages: \`kamailio kamailio-extra-modules kamailio-json-modules ${
    usesSqlite ? 'kamailio-sqlite-modules' : 'kamailio-postgres-modules'
  }\` (Kamailio 5.6).

Check the configuration, then start it in the foreground:

    kamailio -c -f ${path}
    kamailio -DD -E -f ${path} -m 256 -M 32

- Phones register by UDP or TCP at \`${sip}\`, each with the domain of its instance as SIP domain; in a phone
  this address is the "outbound proxy". Domains need no DNS entry then, and no entry in the configuration.
- Commands are taken at \`http://${formatSocketAddress(parameters.rpc)}/RPC\` and events given at
  \`${formatSocketAddress(parameters.events)}\`, both only for \`${parameters.managementAddress}\`. Keep both ports closed to
  everybody else with a firewall too.
- \`kamailio.cfg\` may hold the password of the database, so only its owner can read it: give it to the account
  that runs Kamailio.
${usesSqlite ? sqliteAdvice(sqlitePath(parameters.databaseUrl)) : ''}- Registrations are kept in memory. After a restart phones come back by themselves within ten minutes, most
  within five.
- Sound goes from phone to phone. Phones behind different NAT routers need a relay such as rtpengine, which
  this configuration does not have.
`
}

function sqliteAdvice(path: string): string {
  return `- The account that runs Kamailio and the one that runs Switchboard both need to write to \`${path}\`
  and its folder: readers of this database keep a list of themselves beside it.
`
}
