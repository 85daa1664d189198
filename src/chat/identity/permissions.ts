import { type Reach, reaches } from '../../platform/permissions.ts'
import { badRequest, type ChatError, mustBeAdministrator, unauthorized } from '../chat-error.ts'
import { type ChatPermission, type ChatPermissionName, chatPermissions } from './chat-permissions.ts'
import { INCOMING_WEBHOOK_BOT, isBot, type User } from './users/user.ts'

type Acting = Pick<User, 'role' | 'bot_type'>

/** How far the permission reaches for the user: by the role, which bots have too. */
export function reachOf(user: Acting, permission: ChatPermission): Reach {
  const isAdmitted =
    user.bot_type === INCOMING_WEBHOOK_BOT ? permission.webhooks : permission.bots || !isBot(user)
  return isAdmitted ? permission[user.role] : 'no'
}

/** Whether the user may do it; `isOwn`: to what is their own. */
export const may = (user: Acting, name: ChatPermissionName, isOwn = false): boolean =>
  reaches(reachOf(user, chatPermissions[name]), isOwn)

/** What an endpoint answers to a user whom the permission does not reach; undefined: it reaches. */
export function accessComplaint(permission: ChatPermission, user: Acting): ChatError | undefined {
  const { webhooks, bots, member } = permission
  if (user.bot_type === INCOMING_WEBHOOK_BOT && !webhooks) {
    return unauthorized('This API is not available to incoming webhook bots.')
  }
  if (isBot(user) && !bots) return badRequest('This endpoint does not accept bot requests.')
  if (reachOf(user, permission) !== 'no') return undefined
  return member === 'no' ? mustBeAdministrator() : badRequest('Not allowed for guest users')
}
