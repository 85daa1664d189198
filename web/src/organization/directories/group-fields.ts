import { o } from '../../texts/organization-texts.ts'

/** Which groups decide roles: of a directory, or of an identity provider. `at`: where its settings are in the input. */
export function roleGroupFields<At extends string>(at: At) {
  const texts = o.directories.ldap
  return [
    {
      at: `${at}/administrators_group` as const,
      label: texts.administrators,
      hint: texts.administratorsHint,
      trim: true,
    },
    { at: `${at}/guests_group` as const, label: texts.guests, trim: true },
  ] as const
}

export const userGroupsField = <At extends string>(at: At, hint: string) =>
  ({
    kind: 'switch',
    at: `${at}/user_groups` as const,
    label: o.directories.ldap.userGroups,
    hint,
  }) as const
