/** A copy of everything that an organization has. Neither finished nor failed: it is being made. */
export interface RealmExportsTable {
  realm_id: number
  id: number
  acting_user_id: number
  created_at: number
  /** its name among the organization's exports; nobody can guess it */
  file: string
  finished_at: number | null
  failed_at: number | null
  deleted_at: number | null
  /** The process that makes it, and until when it may take to say that it is still at it. */
  lease_holder: string
  lease_until: number
}
