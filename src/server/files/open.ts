import type { Config } from '../base/config.ts'
import { bucketFiles } from './s3.ts'
import { type Files, folderFiles } from './files.ts'

export function openFiles({ filesUrl, dataDir }: Pick<Config, 'filesUrl' | 'dataDir'>): Files {
  return filesUrl ? bucketFiles(filesUrl, dataDir) : folderFiles(dataDir)
}
