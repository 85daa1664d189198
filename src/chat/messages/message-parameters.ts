import { integer } from '../http/parameter.ts'

export const messageId = integer('Id of the message.')
