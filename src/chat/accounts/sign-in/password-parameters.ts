import { optional, text } from '../../http/parameter.ts'

/** For endpoints that take a password. */
export const secondFactor = optional(
  text(
    'For accounts with two-factor authentication: a code of the authenticator app, or a recovery code. Without it, the error is TWO_FACTOR_REQUIRED.',
  ),
)

/** For signing in with a password. */
export const newPassword = optional(
  text(
    'For accounts that an administrator created with a weak password: the new one. Without it, the error is NEW_PASSWORD_REQUIRED. Other accounts keep their password.',
  ),
)
