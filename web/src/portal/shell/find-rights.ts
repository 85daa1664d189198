import type { ChatOutput } from '../../api/chat-api.ts'
import { createTelephonyClient, type TelephonyCaller } from '../../api/telephony-api.ts'
import type { Portal, Role } from './portal-context.ts'

type Rights = Pick<
  Portal,
  'role' | 'mayManage' | 'mayEditExtensions' | 'mayActAs' | 'hasAccount' | 'isActing'
>

/** What the caller may do. The server decides again; this is for what the portal offers. */
export async function findRights(
  caller: TelephonyCaller,
  phones: ChatOutput<'GET /workspace'> | undefined,
  userId: string,
  signal: AbortSignal,
): Promise<Rights> {
  const isActing = phones !== undefined && phones.phone_user_id !== userId
  const role = phones
    ? isActing
      ? 'user'
      : (phones.phone_role ?? 'user')
    : await roleOfKey(caller, userId, signal)
  return {
    role,
    mayManage: role !== 'user',
    mayEditExtensions: caller.kind === 'key' || role !== 'user',
    mayActAs: caller.kind === 'key' || (role === 'owner' && !isActing),
    hasAccount: caller.kind === 'session',
    isActing,
  }
}

/** With a key, the primary user is the owner, and everybody else is not. */
async function roleOfKey(caller: TelephonyCaller, userId: string, signal: AbortSignal): Promise<Role> {
  const owner = await createTelephonyClient({ ...caller, userId: 'primary' }).call(
    'GET /system/account',
    {},
    undefined,
    { signal },
  )
  return owner.id === userId ? 'owner' : 'user'
}
