import { ChatError } from '../../chat-error.ts'

/** A 403 with a machine-readable `reason`. */
const refusal = (message: string, reason: string, code = 'AUTHENTICATION_FAILED') =>
  new ChatError(message, { status: 403, code, extra: { reason } })

export const wrongPassword = () => refusal('Your username or password is incorrect.', 'incorrect_creds')

export const notRegistered = () => refusal('This user is not registered.', 'unregistered')

export const accountDisabled = (code?: 'USER_DEACTIVATED') =>
  refusal('Your account has been disabled.', 'user disable', code)

export const organizationDeactivated = (code?: 'REALM_DEACTIVATED') =>
  refusal('This organization has been deactivated.', 'realm deactivated', code)
