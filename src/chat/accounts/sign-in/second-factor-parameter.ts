import { optional, text } from '../../http/parameter.ts'

/** For endpoints that take a password. */
export const secondFactor = optional(
  text(
    'For accounts with two-factor authentication: a code of the authenticator app, or a recovery code. Without it, the error is TWO_FACTOR_REQUIRED.',
  ),
)
