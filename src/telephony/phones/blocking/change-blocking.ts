import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import { contactsTable } from '../../identity/contact.ts'
import { may, requirePermission, viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, invalidField, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type BlockFilter, listBlocks } from './blocking-store.ts'
import { type BlockedNumbersTable, blockedNumbersTable, callScreeningTable } from './blocking-tables.ts'
import {
  type BlockedNumberPatch,
  type BlockedNumberView,
  blockedNumberIdentity,
  blockedNumberView,
  type CallScreeningView,
  callScreeningView,
  type NewBlockedNumber,
} from './blocking-view.ts'

/** In one list: of the company, or of a user. */
const MAX_BLOCKS = 1000

/** Managers see all entries, other users their own. */
export async function showBlocks(
  { database }: TelephonyPlatform,
  actor: Actor,
  filter: BlockFilter,
  page: Page,
): Promise<HttpResponse> {
  const { company } = actor
  if (filter.userId !== undefined) requirePermission(actor, 'see blocked numbers', filter.userId || null)
  const userId = filter.userId ?? viewerOf(actor, 'see blocked numbers')
  const { items, total } = await listBlocks(database.read, company.id, { ...filter, userId }, page)
  return new HttpResponse(
    items.map((row) => blockedNumberView(row, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}

/** Entries that the actor may not see are not found. */
export async function visibleBlock(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<BlockedNumbersTable> {
  return blockOf(database.read, actor, id)
}

async function blockOf(db: TelephonyDb, actor: Actor, id: string): Promise<BlockedNumbersTable> {
  const row = await blockedNumbersTable.find(db, { company_id: actor.company.id, id })
  if (!row || !may(actor, 'see blocked numbers', row.user_id || null)) {
    throw notFound('There is no such blocked number')
  }
  return row
}

export async function blockNumber(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewBlockedNumber>,
): Promise<BlockedNumberView> {
  const { company, contact } = actor
  if (input.for_company && input.user_id !== undefined) {
    throw invalidField('/user_id', 'must be absent if the number is blocked for the organization')
  }
  const userId = input.for_company ? null : (input.user_id ?? contact.id)
  requirePermission(actor, 'block numbers', userId)
  const isPrefix = input.is_prefix ?? false
  const number = readNumber(company, input.number, isPrefix)
  return transact(company.id, async (tx) => {
    const list = { company_id: company.id, user_id: userId ?? '' }
    if (userId !== null && !(await contactsTable.exists(tx.db, { company_id: company.id, id: userId }))) {
      throw invalidField('/user_id', 'is nobody in the organization')
    }
    if ((await blockedNumbersTable.count(tx.db, list)) >= MAX_BLOCKS) {
      throw conflict(`A list may have at most ${MAX_BLOCKS} blocked numbers`)
    }
    if (await blockedNumbersTable.exists(tx.db, { ...list, number })) {
      throw conflict(`${number} is blocked already`)
    }
    const now = clock.now()
    const row: BlockedNumbersTable = {
      ...list,
      id: newObjectId(clock),
      number,
      is_prefix: Number(isPrefix),
      action: input.action ?? 'busy',
      note: input.note?.trim() ?? '',
      ...{ created_at: now, updated_at: now },
    }
    await blockedNumbersTable.insert(tx.db, row)
    const after = blockedNumberView(row, company.public_id)
    await recordChange(tx, clock, actor, {
      action: 'blocked_number.created',
      id: row.id,
      before: null,
      after,
    })
    return after
  })
}

export async function updateBlock(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: Static<typeof BlockedNumberPatch>,
): Promise<BlockedNumberView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const row = await blockOf(tx.db, actor, id)
    requirePermission(actor, 'block numbers', row.user_id || null)
    const before = blockedNumberView(row, company.public_id)
    checkReadOnlyFields(input, before, blockedNumberIdentity)
    const changes = {
      action: input.action ?? row.action,
      note: input.note?.trim() ?? row.note,
      updated_at: clock.now(),
    }
    await blockedNumbersTable.update(tx.db, row, changes)
    const after = blockedNumberView({ ...row, ...changes }, company.public_id)
    await recordChange(tx, clock, actor, { action: 'blocked_number.updated', id, before, after })
    return after
  })
}

export async function unblockNumber(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<BlockedNumberView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const row = await blockOf(tx.db, actor, id)
    requirePermission(actor, 'block numbers', row.user_id || null)
    await blockedNumbersTable.remove(tx.db, row)
    const before = blockedNumberView(row, company.public_id)
    await recordChange(tx, clock, actor, { action: 'blocked_number.deleted', id, before, after: null })
    return before
  })
}

/** `userId` null: of the company. */
export async function showScreening(
  { database }: TelephonyPlatform,
  { company }: Actor,
  userId: string | null,
): Promise<CallScreeningView> {
  const key = { company_id: company.id, user_id: userId ?? '' }
  return callScreeningView(await callScreeningTable.find(database.read, key))
}

export async function updateScreening(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  userId: string | null,
  patch: Partial<CallScreeningView>,
): Promise<CallScreeningView> {
  const { company } = actor
  const key = { company_id: company.id, user_id: userId ?? '' }
  return transact(company.id, async (tx) => {
    const before = callScreeningView(await callScreeningTable.find(tx.db, key))
    const after = { ...before, ...patch }
    await callScreeningTable.put(tx.db, {
      ...key,
      reject_anonymous: Number(after.reject_anonymous),
      screen_unknown: Number(after.screen_unknown),
    })
    const change = {
      action: 'call_screening.updated',
      id: userId ?? company.public_id,
      before,
      after,
    } as const
    await recordChange(tx, clock, actor, change)
    return after
  })
}

/** The lists of a user who is deleted. */
export async function deleteBlocking(tx: TelephonyTransaction, { company }: Actor, userId: string) {
  const ofUser = { company_id: company.id, user_id: userId }
  await blockedNumbersTable.removeWhere(tx.db, ofUser)
  await callScreeningTable.removeWhere(tx.db, ofUser)
}

function readNumber({ profile }: Company, text: string, isPrefix: boolean): string {
  if (isPrefix) {
    const prefix = text.replace(/[\s()./-]/g, '')
    if (/^\+[1-9]\d{0,14}$/.test(prefix)) return prefix
    throw invalidField('/number', 'must be the beginning of a number such as +252')
  }
  const number = normalizeNumber(text, profile.address.country)
  if (number === undefined) throw invalidField('/number', 'must be a phone number')
  return number
}
