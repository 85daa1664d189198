import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Contents } from '../../platform/contents/contents.ts'
import type { Database } from '../../platform/database/database.ts'
import { ProgramMissing } from '../../platform/documents/run-program.ts'
import type { Logger } from '../../platform/logging/log.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { instancesTable } from '../../telephony/company/instances/instances-table.ts'
import { findTrunkOfNumber, planCallOrFax } from '../../telephony/fax/asterisk/plan-fax.ts'
import { createOutgoingCalls } from '../../telephony/phones/calls/limits/outgoing-calls.ts'
import { findRecordingRules } from '../../telephony/phones/calls/recordings/find-recording-rules.ts'
import { createConferenceDoors } from '../../telephony/phones/conferences/room-pins.ts'
import { createAsteriskGroup } from '../../telephony/phones/pbx/asterisk/asterisk-group.ts'
import { createAsteriskPbx } from '../../telephony/phones/pbx/asterisk/asterisk-pbx.ts'
import type { Pbx } from '../../telephony/phones/pbx/pbx.ts'
import { messageUrl, promptUrl } from '../../telephony/phones/prompts/prompt-url.ts'
import { findOrSpeak } from '../../telephony/phones/prompts/speak.ts'
import { createQueueLines } from '../../telephony/phones/queues/queue-lines.ts'
import { createMailboxes } from '../../telephony/phones/voicemail/by-phone/open-mailbox.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'

/** All Asterisks of the settings as one PBX. */
export function openAsterisks(
  config: Config,
  log: Logger,
  database: Database<TelephonyTables>,
  secrets: Secrets,
  clock: Clock,
  contents: () => Contents,
): Pbx {
  const { read } = database
  const { asterisks } = config.telephony
  const byNumber = new Map(asterisks.map((one) => [one.number, one]))
  const outgoing = createOutgoingCalls(read, clock)
  const queueLines = createQueueLines(read, clock, log)
  const mailboxes = createMailboxes({ read, secrets, clock })
  const doors = createConferenceDoors({ read, secrets, clock })
  return createAsteriskGroup({
    log,
    numbers: [...byNumber.keys()],
    open: (number, findAtPeers) =>
      createAsteriskPbx({
        ...byNumber.get(number)!,
        among: {
          introduction: {
            self: number,
            peers: asterisks.filter((one) => one.number !== number),
            secretOf: (from, to) => secrets.sign(`calls from Asterisk ${from} to ${to}`),
          },
          findAtPeers,
        },
        planCall: (request) => planCallOrFax(read, request, clock.now()),
        findRecordingRules: (caller, callee) => findRecordingRules(read, caller, callee),
        promptUrl: (prompt) => promptUrl({ config, secrets, clock }, prompt),
        messageUrl: (message) => messageUrl({ config, secrets, clock }, message),
        openMailbox: mailboxes.open,
        openRoom: doors.open,
        spokenUrl: async (language, phrase) => {
          if (!config.telephony.speech) return undefined
          const spoken = await findOrSpeak(
            { config, clock, database, contents: contents() },
            language,
            phrase,
          ).catch((error) => {
            if (!(error instanceof ProgramMissing)) log.warn({ err: error }, 'words could not be spoken')
            return undefined
          })
          return spoken && promptUrl({ config, secrets, clock }, spoken)
        },
        outgoing,
        queueLines,
        findTrunkOfCall: (trunk, dialled) => findTrunkOfNumber(read, trunk, dialled),
        hasTransferFix: config.telephony.asteriskHasTransferFix,
        log: asterisks.length > 1 ? log.child({ asterisk: number }) : log,
      }),
    asteriskOf: async (domain) => (await instancesTable.findBy(read, { domain }))?.asterisk,
  })
}
