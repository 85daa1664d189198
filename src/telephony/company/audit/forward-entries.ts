import { handleAuditForwards } from '../../../platform/audit/forward-audit.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { auditEntriesTable } from './audit-entries-table.ts'
import { auditEntryView } from './audit-view.ts'
import { findNames } from './list-audit.ts'

/** Sends the entries of the phones to where the operator wants them. */
export const forwardEntries = (telephony: TelephonyPlatform): void =>
  handleAuditForwards(telephony, async (companyId, id) => {
    const { read } = telephony.database
    const row = await auditEntriesTable.find(read, { company_id: companyId, id })
    const company = await companiesTable.find(read, { id: companyId })
    if (!row || !company) return undefined
    const entry = auditEntryView(row, await findNames(read, companyId, [row]))
    return { product: 'phones', organization: company.name, ...entry, id: row.id }
  })
