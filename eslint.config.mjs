import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript-eslint';
import { boundaries } from './scripts/lint/boundaries.mjs';
import { circles } from './scripts/lint/circles.mjs';
import { folderNames } from './scripts/lint/folder-names.mjs';
import { plainWords } from './scripts/lint/plain-words.mjs';

const workspace = fileURLToPath(new URL('.', import.meta.url));
const specs = ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**'];
const readers = [...specs, 'libs/testing/src/**', 'e2e/src/**'];
const environment = "MemberExpression[object.name='process'][property.name='env']";
const environmentImport = "ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name='env']";
const readsEnvironment = 'Only *.config.ts reads the environment; take the setting from there.';
/** ASVS 1.2.1, 1.3.1 and 3.2.2: React puts text on the page as text, and nothing goes past it. */
const asText = 'Text goes on the page as the children of an element, never as markup.';
const restricted = {
  environment: [
    { selector: environment, message: readsEnvironment },
    { selector: environmentImport, message: readsEnvironment },
  ],
  markup: [
    { selector: "[name.name='dangerouslySetInnerHTML'], [key.name='dangerouslySetInnerHTML']", message: asText },
    {
      selector:
        'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|createContextualFragment)$/]',
      message: asText,
    },
    {
      selector:
        "MemberExpression[property.name=/^(bindPopup|bindTooltip)$/], MemberExpression[object.name='document'][property.name=/^write/]",
      message: asText,
    },
    {
      selector: "NewExpression[callee.name='DivIcon'] Property[key.name='html'] > :matches(Literal, TemplateLiteral)",
      message: asText,
    },
  ],
  defaultExport: [
    { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that one name is used everywhere.' },
  ],
};

export default typescript.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/.cache/**',
      '**/.data/**',
      '**/.nx/**',
      '**/coverage/**',
      'tour/**',
    ],
  },
  js.configs.recommended,
  {
    settings: { workspace },
    plugins: {
      'lead-finder': { rules: { boundaries, circles, 'folder-names': folderNames, 'plain-words': plainWords } },
    },
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'lead-finder/boundaries': 'error',
      'lead-finder/circles': 'error',
      'lead-finder/folder-names': 'error',
      'lead-finder/plain-words': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [typescript.configs.recommended],
    languageOptions: { parserOptions: { lib: [] } },
    rules: {
      // Nest reads the type of an injected class, so the class must be imported as a value.
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...restricted.environment, ...restricted.defaultExport],
    },
  },
  {
    files: ['web/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...restricted.environment, ...restricted.defaultExport, ...restricted.markup],
    },
  },
  { files: ['services/host/**', 'e2e/**', 'libs/testing/**'], rules: { 'no-console': 'off' } },
  { files: readers, rules: { 'no-restricted-syntax': ['error', ...restricted.defaultExport] } },
  { files: ['**/*.config.ts', '**/*.config.mts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: specs, rules: { 'max-lines': ['error', { max: 500 }], 'no-console': 'off' } },
);
