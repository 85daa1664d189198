/** Why a sign-in ends without a session. The web app has a page for each. */
export type OpenIdRefusalReason =
  | 'not_configured'
  | 'unavailable'
  | 'cancelled'
  | 'refused'
  | 'not_begun_here'
  | 'too_many_attempts'
  | 'unverified_email'
  | 'not_registered'
  | 'deactivated'
  | 'other_person'
  | 'other_address'
  | 'invitation_invalid'
  | 'organization_deactivated'

export class OpenIdRefusal extends Error {
  readonly reason: OpenIdRefusalReason

  constructor(reason: OpenIdRefusalReason) {
    super(reason)
    this.reason = reason
  }
}
