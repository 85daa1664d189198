import { type ForwardedEntry, handleAuditForwards } from '../../../platform/audit/forward-audit.ts'
import { isoDate } from '../../../platform/clock.ts'
import type { Identity } from '../identity.ts'
import { realmBotDomain } from '../realm-addresses.ts'
import { auditLogTable } from './audit-log-table.ts'
import { viewEntries } from './list-audit-log.ts'

/** Sends the entries of the chat to where the operator wants them. */
export const forwardEntries = (chat: Identity): void =>
  handleAuditForwards(chat, async (realmId, id): Promise<ForwardedEntry | undefined> => {
    const { read } = chat.database
    const row = await auditLogTable.find(read, { realm_id: realmId, id })
    const realm = await chat.realmsById.get(realmId)
    if (!row || !realm) return undefined
    const [entry] = await viewEntries(read, realmId, [row])
    return {
      product: 'chat',
      organization: realmBotDomain(chat.config.publicUrl, realm),
      ...entry!,
      at: isoDate(row.at),
    }
  })
