/** A number that passes calls on. */
export interface Route {
  id: string
  number: number
  name: string
}

/** What the dialog of a kind gets from its card. */
export interface RouteEditing<Stored> {
  instanceUuid: string
  /** undefined: a new one */
  route: Stored | undefined
  onClose: () => void
  onSaved: (saved: Stored) => void
}
