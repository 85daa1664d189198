/** As the server numbers what a profile field can hold. */
export const LONG_TEXT_FIELD = 2
export const CHOICE_FIELD = 3
export const DATE_FIELD = 4
export const LINK_FIELD = 5
export const PERSON_FIELD = 6
export const ACCOUNT_FIELD = 7
export const PRONOUNS_FIELD = 8
