import type { Check } from '../../check.ts';
import { audioTranscript } from './audio-transcript.ts';
import { autoplaySound } from './autoplay-sound.ts';
import { definitionListStructure } from './definition-list-structure.ts';
import { imageAltRedundant } from './image-alt-redundant.ts';
import { landmarkNames } from './landmark-names.ts';
import { landmarkOnce } from './landmark-once.ts';
import { landmarkTopLevel } from './landmark-top-level.ts';
import { listStructure } from './list-structure.ts';
import { mainLandmark } from './main-landmark.ts';
import { movingText } from './moving-text.ts';
import { navigationNames } from './navigation-names.ts';
import { objectAlternative } from './object-alternative.ts';
import { pluginContent } from './plugin-content.ts';
import { skipLink } from './skip-link.ts';
import { tableData } from './table-data.ts';
import { tableHeaderCells } from './table-header-cells.ts';
import { tableHeaderEmpty } from './table-header-empty.ts';
import { tableHeaders } from './table-headers.ts';
import { tableHeadersAttribute } from './table-headers-attribute.ts';
import { tableInHeader } from './table-in-header.ts';
import { tableLayout } from './table-layout.ts';
import { tableScope } from './table-scope.ts';
import { videoAlternative } from './video-alternative.ts';
import { videoCaptions } from './video-captions.ts';

/** The checks of landmarks, lists, tables and media. */
export const structureChecks: readonly Check[] = [
  mainLandmark,
  skipLink,
  listStructure,
  definitionListStructure,
  tableHeaders,
  tableHeadersAttribute,
  tableHeaderCells,
  tableHeaderEmpty,
  objectAlternative,
  videoCaptions,
  autoplaySound,
  imageAltRedundant,
  navigationNames,
  landmarkNames,
  landmarkOnce,
  landmarkTopLevel,
  tableData,
  tableScope,
  tableLayout,
  tableInHeader,
  movingText,
  pluginContent,
  audioTranscript,
  videoAlternative,
];
