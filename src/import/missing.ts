// Missing values: records that lack what must not be invented.
import { count } from '../amounts.ts';
import { problemAt, type Problem } from '../problems.ts';

/** Records that lack a value which must not be invented. */
export class Missing {
  private readonly places: string[] = [];
  private all = 0;

  add(place: string): void {
    this.all += 1;
    if (this.places.length < 5) this.places.push(place);
  }

  problems(field: 'provider' | 'language', address: string): Problem[] {
    if (this.all === 0) return [];
    const finding = `${count(this.all, 'course has', 'courses have')} no ${field}: ${this.places.join(', ')}${this.all > 5 ? ' …' : ''}`;
    const remedy = `give them one with --${field} NAME, or name their column with --map ${field}=COLUMN`;
    return [problemAt(address, undefined, '', { rule: 'value-missing', finding, remedy })];
  }
}
