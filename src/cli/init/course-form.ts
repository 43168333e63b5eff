// Courses that people propose in a browser: the form on GitHub, and the workflow that makes a pull request of a filled one.
import { stringify } from 'yaml';
import { formLabels } from '../../import/add/form-fields.ts';
import { localeOf } from '../../text/locales/locales.ts';
import type { LocaleTag } from '../../text/locales/tags.ts';
import { pageFields, type FieldKind, type FieldTable } from '../../catalog/fields.ts';
import { courseFormat } from '../../catalog/source/schema.ts';
import { setUpSteps } from './ci.ts';
import type { InitFile } from './project.ts';

export const courseFormFile = '.github/ISSUE_TEMPLATE/course.yml';

/** The label by which a maintainer starts the workflow: who may not label issues cannot. */
export const addLabel = 'add-course';

/** The form, whose labels `add --from-issue` reads. */
export function courseForm(locale: LocaleTag = 'en', own: FieldTable = {}): string {
  const { text } = localeOf(locale);
  const several = text('pages.formSeveral');
  const day = text('pages.formDay');
  const ofKind: Partial<Record<FieldKind, string>> = {
    languages: several,
    references: several,
    list: several,
    timestamp: day,
    date: day,
    price: '0, 49.90 EUR',
    'yes-no': 'yes, no',
  };
  const {
    rows,
    fields: { required },
  } = courseFormat({ ...pageFields, ...own });
  const fields = Array.from(formLabels(locale, own), ([id, label]) => {
    const { kind = 'text' } = rows[id] ?? {};
    const { [kind]: hint } = ofKind;
    return {
      type: kind === 'html' ? 'textarea' : 'input',
      // GitHub fills the title of the issue from the parameter `title`.
      id: `course_${id}`,
      attributes: { label, ...(hint !== undefined && { description: hint }) },
      validations: { required: required.includes(id) },
    };
  });
  const intro = { type: 'markdown', attributes: { value: text('pages.formIntro') } };
  const name = text('pages.suggest');
  return stringify({ name, description: name, title: name, body: [intro, ...fields] }, { lineWidth: 0 });
}

/** The text of `.github/workflows/courses.yml`. What somebody wrote is only in the file of the event, which the command reads: never in a command or an expression. */
const workflow = `name: Add a course

on:
  issues:
    types: [labeled]

permissions:
  contents: read

jobs:
  add:
    # Only who may label issues starts it.
    if: github.event.label.name == '${addLabel}'
    # One run an issue, as a further one cancels those that wait. Runs for other labels take no part in it.
    concurrency:
      group: ${addLabel}-\${{ github.event.issue.number }}
    runs-on: ubuntu-latest
    permissions:
      contents: write
      issues: write
      pull-requests: write
    env:
      GH_TOKEN: \${{ github.token }}
      ISSUE: \${{ github.event.issue.number }}
    steps:
${setUpSteps}
      - run: |
          # So that it can be given again.
          gh issue edit "$ISSUE" --remove-label ${addLabel}
          said=$RUNNER_TEMP/said.txt
          answer=$RUNNER_TEMP/answer.md
          # Without annotations, which are for pull requests.
          # All into one file: of two pull requests that give the same id, the second conflicts.
          GITHUB_ACTIONS='' npx --no static-course-catalog add --from-issue "$GITHUB_EVENT_PATH" --new --into courses/added.yaml 2> "$said" && added=true || added=false
          # As a block of code, in which no text is a link or calls somebody.
          code() { echo; sed 's/^/    /' "$said"; echo; }
          if [ "$added" = false ]; then
            { echo 'This course was not added. Edit the text of the issue, and give it the label again:'; code; } > "$answer"
            cat "$answer" >> "$GITHUB_STEP_SUMMARY"
            gh issue comment "$ISSUE" --body-file "$answer"
            exit 0
          fi
          { echo "Closes #$ISSUE."; code; npx --no static-course-catalog diff || true; } > "$answer"
          cat "$answer" >> "$GITHUB_STEP_SUMMARY"
          git config user.name 'github-actions[bot]'
          git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
          git switch --quiet --create "course-$ISSUE"
          git add --all -- data ':(exclude,glob)data/**/.*.part'
          git commit --quiet --message "Add the course of issue $ISSUE"
          git push --quiet --force origin "course-$ISSUE"
          # The branch of a fork may have the same name.
          open=$(gh pr list --head "course-$ISSUE" --state open --json number,isCrossRepository --jq 'map(select(.isCrossRepository | not))[0].number // empty')
          if [ -n "$open" ]; then
            gh pr edit "$open" --body-file "$answer"
          elif ! gh pr create --head "course-$ISSUE" --title "Add the course of issue $ISSUE" --body-file "$answer" 2> "$said"; then
            { echo "The course is in the branch 'course-$ISSUE', but GitHub made no pull request of it. If the settings forbid that, change them under *Settings* > *Actions* > *General*, and give the label again:"; code; } > "$answer"
            gh issue comment "$ISSUE" --body-file "$answer"
            exit 1
          fi
`;

export const courseFormFiles: readonly InitFile[] = [
  { path: courseFormFile, text: courseForm() },
  { path: '.github/workflows/courses.yml', text: workflow, host: 'github-pages' },
];
