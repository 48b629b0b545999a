package output

// The parts of SARIF 2.1.0 that are written. Names and meaning are those of the standard; what code scanning requires is
// never left out.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Version         string      `json:"version,omitempty"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	InformationURI  string      `json:"informationUri"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string          `json:"id"`
	Name             string          `json:"name"`
	ShortDescription sarifMessage    `json:"shortDescription"`
	FullDescription  sarifMessage    `json:"fullDescription"`
	Help             sarifMessage    `json:"help"`
	HelpURI          string          `json:"helpUri"`
	Default          sarifLevel      `json:"defaultConfiguration"`
	Properties       sarifProperties `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID       string              `json:"ruleId"`
	RuleIndex    *int                `json:"ruleIndex,omitempty"`
	Level        string              `json:"level"`
	Message      sarifMessage        `json:"message"`
	Locations    []sarifLocation     `json:"locations"`
	Flows        []sarifFlow         `json:"codeFlows,omitempty"`
	Related      []sarifLocation     `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string   `json:"partialFingerprints"`
	Fixes        []sarifFix          `json:"fixes,omitempty"`
	Suppressions *[]sarifSuppression `json:"suppressions,omitempty"`
	Baseline     string              `json:"baselineState,omitempty"`
	Properties   sarifResultBag      `json:"properties"`
}

type sarifResultBag struct {
	Confidence string `json:"confidence"`
	Function   string `json:"function"`
	Package    string `json:"package"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFlow struct {
	Threads []sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Locations []sarifThreadLocation `json:"locations"`
}

type sarifThreadLocation struct {
	Location sarifLocation `json:"location"`
}

type sarifSuppression struct {
	Kind          string        `json:"kind"`
	Justification string        `json:"justification"`
	Location      sarifLocation `json:"location"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
	Properties  sarifFixBag   `json:"properties"`
}

type sarifFixBag struct {
	Applicability string `json:"applicability"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifContent `json:"insertedContent"`
}

type sarifContent struct {
	Text string `json:"text"`
}
