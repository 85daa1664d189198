export interface VoicemailOptions {
  /** The mail carries the recording. */
  readonly attach: boolean
  /** The message is deleted once it is mailed. */
  readonly delete: boolean
}

/** `attach=yes|saycid=no|envelope=no|delete=no`; what is not named has its default. */
export function readVoicemailOptions(text: string): VoicemailOptions {
  const values = new Map(
    text.split(/[|,]/).map((option) => {
      const [name = '', value = ''] = option.split('=')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
  return { attach: values.get('attach') !== 'no', delete: values.get('delete') === 'yes' }
}
