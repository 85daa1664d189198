/** The id of a call among those of several PBXs. */
export const labelOfPbx = (pbx: string, call: string) => `${pbx}/${call}`

/** Which PBX has a call with this id; undefined: the first, or the only one. */
export const pbxOfCall = (call: string) => /^(\d+)\//.exec(call)?.[1]
