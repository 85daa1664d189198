import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../../company/audit/record-change.ts'
import type { Actor } from '../../../identity/actor.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { recordingNotices } from '../../pbx/flow/recording-rules.ts'
import { noticeAudiences, type RecordingRulesTable, recordingRulesTable } from './recording-rules-table.ts'

const oneOf = <const Name extends string>(names: readonly Name[], description: string) =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    { description },
  )

export const RecordingRulesSchema = Type.Object(
  {
    notice: oneOf(
      recordingNotices,
      'What both ends hear. announcement: words before the recording begins, or a tone where nothing can be spoken; tone: a short tone when it begins and every 15 seconds; none: nothing.',
    ),
    notice_to: oneOf(
      noticeAudiences,
      'outside: only in calls with somebody outside; everybody: in all calls.',
    ),
    participants_listen: Type.Boolean({
      description: 'The people who talked may listen. The owner always may.',
    }),
    administrators_listen: Type.Boolean({
      description: 'Administrators may listen to all recordings of calls.',
    }),
  },
  { additionalProperties: false },
)
export const RecordingRulesPatch = Type.Partial(RecordingRulesSchema, { additionalProperties: false })

export type RecordingRulesView = Static<typeof RecordingRulesSchema>

export async function findCompanyRecordingRules(
  db: TelephonyDb,
  companyId: number,
): Promise<RecordingRulesTable> {
  const row = await recordingRulesTable.find(db, { company_id: companyId })
  const defaults = { notice: 'none', notice_to: 'outside', participants_listen: 1, administrators_listen: 0 }
  return row ?? { company_id: companyId, ...(defaults as Omit<RecordingRulesTable, 'company_id'>) }
}

const recordingRulesView = (row: RecordingRulesTable): RecordingRulesView => ({
  notice: row.notice,
  notice_to: row.notice_to,
  participants_listen: row.participants_listen === 1,
  administrators_listen: row.administrators_listen === 1,
})

export async function showRecordingRules(
  { database }: TelephonyPlatform,
  { company }: Actor,
): Promise<RecordingRulesView> {
  return recordingRulesView(await findCompanyRecordingRules(database.read, company.id))
}

export async function updateRecordingRules(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  patch: Static<typeof RecordingRulesPatch>,
): Promise<RecordingRulesView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const before = recordingRulesView(await findCompanyRecordingRules(tx.db, company.id))
    const after = { ...before, ...patch }
    await recordingRulesTable.put(tx.db, {
      company_id: company.id,
      notice: after.notice,
      notice_to: after.notice_to,
      participants_listen: Number(after.participants_listen),
      administrators_listen: Number(after.administrators_listen),
    })
    const change = { action: 'recording_rules.updated', id: company.public_id, before, after } as const
    await recordChange(tx, clock, actor, change)
    return after
  })
}
