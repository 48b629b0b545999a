package summary

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/schema"
)

// Package is the facts of one package: small, sorted and self-contained, so that an importer needs nothing below it.
type Package struct {
	funcs  map[string]*Function // "Recv.Name" or "Name"
	fields map[string][]Call    // "Struct.Field", for fields that hold a function

	directives []model.Directive // rows in the source

	models  []schema.Model  // tables that struct types stand for
	uniques []schema.Unique // unique keys that statements in the code create

	carried map[string]*Package // parts of other packages' facts; see Carry

	once    sync.Once
	digests map[string]Digest // see Digests
}

// Describe adds what the package says about tables to a schema.
func (p *Package) Describe(s *schema.Schema) {
	if p == nil {
		return
	}
	for _, m := range p.models {
		s.Define(m)
	}
	s.Add(p.uniques...)
}

// Func returns the summary of a function or method ("" and name, or receiver type name and method name), or nil.
func (p *Package) Func(recv, name string) *Function {
	if p == nil {
		return nil
	}
	return p.funcs[symbol(recv, name)]
}

// Field returns how a function in a struct field is called.
func (p *Package) Field(structName, field string) []Call {
	if p == nil {
		return nil
	}
	return p.fields[symbol(structName, field)]
}

func symbol(recv, name string) string {
	if recv == "" {
		return name
	}
	return recv + "." + name
}

// format is the version of the encoding. It changes with every change of the types that are encoded.
const format = 10

// wire is the encoded form: sorted lists, since gob writes maps in random order.
type wire struct {
	Format int
	Funcs  []wireFunc
	Fields []wireField

	Directives []model.Directive

	Models  []schema.Model
	Uniques []schema.Unique

	Carried []wireCarried
}

type wireFunc struct {
	Name string
	Func *Function
}

type wireField struct {
	Name  string
	Calls []Call
}

// lead is how every stream of gob begins that encodes facts: what their types look like. Most packages have few facts, and it
// would be most of theirs, so it is left out and put back when they are read. Since gob numbers types in the order in which a
// process first meets them, it is made before anything runs, and differs between builds of the tool: mark tells them apart.
var (
	lead = func() []byte {
		var buf bytes.Buffer
		_ = gob.NewEncoder(&buf).Encode(wire{}) // what cannot be encoded here cannot be by Encode either, and facts are then unknown
		return buf.Bytes()
	}()
	mark = binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(lead))
)

// Encode returns the canonical bytes of the facts; equal facts have equal bytes. Empty facts encode to no bytes.
func (p *Package) Encode() []byte {
	if p == nil || len(p.funcs)+len(p.fields)+len(p.directives)+len(p.models)+len(p.uniques)+len(p.carried) == 0 {
		return nil
	}
	w := wire{
		Format: format, Funcs: p.wireFuncs(), Fields: p.wireFields(), Directives: p.directives,
		Models: p.models, Uniques: p.uniques, Carried: p.wireCarried(),
	}
	data, err := w.pack()
	if err != nil {
		return nil // facts that cannot be carried are unknown, and unknown is silent
	}
	return data
}

func (p *Package) wireFuncs() (out []wireFunc) {
	for _, k := range slices.Sorted(maps.Keys(p.funcs)) {
		out = append(out, wireFunc{k, p.funcs[k]})
	}
	return out
}

func (p *Package) wireFields() (out []wireField) {
	for _, k := range slices.Sorted(maps.Keys(p.fields)) {
		out = append(out, wireField{k, p.fields[k]})
	}
	return out
}

// pack encodes facts behind the mark, without what they begin with.
func (w *wire) pack() ([]byte, error) {
	var raw bytes.Buffer
	enc := gob.NewEncoder(&raw)
	if err := enc.Encode(wire{}); err != nil {
		return nil, err
	}
	if err := enc.Encode(w); err != nil {
		return nil, err
	}
	buf := bytes.NewBuffer(slices.Clone(mark))
	z, err := flate.NewWriter(buf, flate.BestSpeed) // places and names repeat
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(raw.Bytes()[len(lead):]); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// unpack reverses pack.
func (w *wire) unpack(data []byte) error {
	body, ok := bytes.CutPrefix(data, mark)
	if !ok {
		return errors.New("made by another build of idemvet")
	}
	dec := gob.NewDecoder(io.MultiReader(bytes.NewReader(lead), flate.NewReader(bytes.NewReader(body))))
	if err := dec.Decode(&wire{}); err != nil {
		return err
	}
	return dec.Decode(w)
}

// Decode reverses Encode. Data of another format version is an error.
func Decode(data []byte) (p *Package, err error) {
	p = &Package{}
	if len(data) == 0 {
		return p, nil
	}
	defer func() { // gob promises no panic on hostile input only for its own mistakes
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("damaged facts: %v", r)
		}
	}()
	var w wire
	if err := w.unpack(data); err != nil {
		return nil, fmt.Errorf("damaged facts: %w", err)
	}
	if w.Format != format {
		return nil, fmt.Errorf("facts have format %d, want %d", w.Format, format)
	}
	p = decoded(w.Funcs, w.Fields, w.Directives)
	p.models, p.uniques = w.Models, w.Uniques
	for _, c := range w.Carried {
		p.carry(c.Path, decoded(c.Funcs, c.Fields, c.Directives))
	}
	return p, nil
}

func decoded(funcs []wireFunc, fields []wireField, rows []model.Directive) *Package {
	p := &Package{funcs: make(map[string]*Function, len(funcs)), fields: make(map[string][]Call, len(fields)), directives: rows}
	for _, f := range funcs {
		p.funcs[f.Name] = f.Func
	}
	for _, f := range fields {
		p.fields[f.Name] = f.Calls
	}
	return p
}

// Each calls the functions for every fact, in order of the names.
func (p *Package) Each(fn func(recv, name string, f *Function), field func(owner, name string, calls []Call)) {
	if p == nil {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(p.funcs)) {
		recv, name := split(k)
		fn(recv, name, p.funcs[k])
	}
	for _, k := range slices.Sorted(maps.Keys(p.fields)) {
		owner, name := split(k)
		field(owner, name, p.fields[k])
	}
}

func split(k string) (owner, name string) {
	if i := strings.IndexByte(k, '.'); i >= 0 {
		return k[:i], k[i+1:]
	}
	return "", k
}

// Directives lists the rows that stand in the source of the package.
func (p *Package) Directives() []model.Directive {
	if p == nil {
		return nil
	}
	return p.directives
}

// SetDirectives records them.
func (p *Package) SetDirectives(list []model.Directive) { p.directives = list }

// SetFunc records a function's summary.
func (p *Package) SetFunc(recv, name string, f *Function) {
	if p.funcs == nil {
		p.funcs = map[string]*Function{}
	}
	p.funcs[symbol(recv, name)] = f
}

// SetField records how the function in a struct field is called.
func (p *Package) SetField(owner, name string, calls []Call) {
	if p.fields == nil {
		p.fields = map[string][]Call{}
	}
	p.fields[symbol(owner, name)] = calls
}

// Size is how many functions the facts describe, and how many bytes they take on the way to importers.
func (p *Package) Size() (functions, bytes int) {
	if p == nil {
		return 0, 0
	}
	return len(p.funcs), len(p.Encode())
}
